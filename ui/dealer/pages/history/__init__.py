"""The pages that show recorded hands: the action log, the last hands and their replay."""
