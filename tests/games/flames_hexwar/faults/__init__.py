"""What planted faults left unseen."""
