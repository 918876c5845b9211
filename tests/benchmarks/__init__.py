"""Current performance figures: each module measures one part and compares it with a known yardstick in the same run."""
