"""What a browser is called in the list of logins: its name and its system, nothing more of what it says."""

BROWSERS = (
    ("Firefox", "Firefox/"),
    ("Edge", "Edg"),
    ("Opera", "OPR/"),
    ("Samsung Internet", "SamsungBrowser/"),
    ("Chrome", "Chrome/"),
    ("Chrome", "CriOS/"),
    ("Safari", "Safari/"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac", "Mac OS X"),
    ("ChromeOS", "CrOS"),
    ("Linux", "Linux"),
)


def device_of(agent: str) -> str:
    """`Firefox, Android`; "" if neither is known."""
    browser = next((name for name, mark in BROWSERS if mark in agent), "")
    system = next((name for name, mark in SYSTEMS if mark in agent), "")
    return ", ".join(filter(None, (browser, system)))
