"""Each test is one sentence made true; the folders mirror the source tree."""
