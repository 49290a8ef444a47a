print("today")
