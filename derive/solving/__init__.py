"""Questions to a system of relations: planned, followed at their numbers, judged and explained."""
