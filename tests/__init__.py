"""The name of each test is a sentence that it proves. The folders mirror the source tree."""
