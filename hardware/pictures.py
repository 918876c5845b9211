"""Types for pictures and for values computed from them. Imports only numpy."""

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
