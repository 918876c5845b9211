"""The types of pictures and of what is computed from them. Loads only numpy."""

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
