"""What people write is text, whatever it looks like."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.web.test_rooms import talk

HOSTILE = "<img src=x onerror=document.title='gotcha'><b>fat</b>{{7*7}}"
NAME = "<i>Ana</i>"
TWO = [{"name": "Ana", "colours": ["red"]}, {"name": "Bo", "colours": ["blue"]}]


def test_names_and_talk_are_never_markup(page: Page) -> None:
    made = page.request.post(
        "/api/rooms", data={"name": NAME, "seats": [{"kind": "you"}, {"kind": "open"}], "start": 0}
    )
    page.goto(f"/r/{made.json()['id']}")
    expect(page.get_by_label("Your name")).to_have_value(NAME)
    talk(page, HOSTILE)
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    assert page.locator("img[src=x], i:text-is('Ana'), b:text-is('fat')").count() == 0
    assert "gotcha" not in page.title()


def test_a_script_that_got_in_would_not_run(context: BrowserContext) -> None:
    """The policy is the second wall: markup with a handler, a script from elsewhere, a style."""
    page = context.new_page()
    page.goto("/about")
    refused = page.evaluate(
        """async () => {
          const refused = [];
          document.addEventListener('securitypolicyviolation', (e) => refused.push(e.effectiveDirective));
          document.body.insertAdjacentHTML('beforeend', '<p style="color: red" onclick="document.title = 1">x</p>');
          document.body.lastElementChild.click();
          const script = document.createElement('script');
          script.textContent = 'window.gotcha = 1';
          document.head.append(script);
          await fetch('https://elsewhere.example/').catch(() => {});
          await new Promise((done) => setTimeout(done));
          return [...new Set(refused)].sort().concat(String(window.gotcha));
        }"""
    )
    assert refused == ["connect-src", "script-src-attr", "script-src-elem", "style-src-attr", "undefined"]


def test_the_seal_of_the_deck_is_shown_before_the_first_boat(page: Page) -> None:
    made = page.request.post("/api/tables", data={"seats": TWO, "start": 0}).json()["id"]
    page.goto(f"/g/{made}")
    page.locator("button.stack").click()
    page.get_by_text("The deck is sealed").click()
    sealed = page.request.get(f"/api/tables/{made}").json()["table"]["commitment"]
    expect(page.get_by_text(sealed)).to_be_visible()
