"""What has been: leaderboards, figures, and the stories of finished hands."""
