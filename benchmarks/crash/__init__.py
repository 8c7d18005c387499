"""What survives a killed process and a power cut: kill -9 points, and images of a disk made from a trace."""
