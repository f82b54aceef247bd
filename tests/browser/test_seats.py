"""A seat's link: another device needs its holder's consent, or a new link that all hear of."""

from playwright.sync_api import expect

from browser.people import Someone


def test_a_seat_moves_to_another_device_by_its_holder_s_word(someone: Someone) -> None:
    """A link asks who one is; used again it asks the holder, who is told when it has moved."""
    ada, ben, phone = someone(name="Ada"), someone(name=""), someone(name="Ben", phone=True)
    table = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    link = ada.get(f"tables/{table}/invitation")["seats"][1]["link"]
    ben.page.goto(link)
    ben.page.get_by_label("Your name at the table").fill("Ben")
    ben.sits()
    expect(ben.page.get_by_text("The host is about to start")).to_be_visible()
    ada.post(f"tables/{table}/orders", type="start")
    expect(ben.page.locator(".map")).to_be_visible()
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Take up your seat").locator("visible=true").click()
    phone.page.get_by_role("button", name="Take the seat over here").click()
    expect(phone.page.get_by_role("heading", name="Asking for the seat")).to_be_visible()
    expect(ben.page.get_by_text("Someone wants your seat")).to_be_visible()
    ben.page.get_by_role("button", name="Let it in").click()
    expect(phone.page.locator(".map")).to_be_visible()
    expect(
        ben.page.get_by_role("heading", name="Your seat was taken over elsewhere")
    ).to_be_visible()
    assert phone.get(f"tables/{table}")["you"]["seats"] == [1]


def test_a_new_link_is_everyone_s_business(someone: Someone) -> None:
    """The host sees no link of a guest; a new one puts the guest's device out, and all are told."""
    ada, ben, eve = someone("fr", name="Ada"), someone(name="Ben"), someone(name="Eve")
    table = ada.table("claim_it", [{"kind": "mine", "name": "Ada"}, {"kind": "open"}])
    ben.sits(ada.get(f"tables/{table}/invitation")["seats"][1]["link"])
    expect(ben.page.get_by_text("The host is about to start")).to_be_visible()
    ada.post(f"tables/{table}/orders", type="start")
    page = ada.go(f"/t/{table}")
    watching = eve.go(f"/t/{table}")
    watching.locator(".map").wait_for()
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Nouveau lien pour Ben").click()
    page.get_by_role("button", name="Nouveau lien", exact=True).click()
    expect(ben.page.get_by_role("heading", name="This link is no longer good")).to_be_visible()
    expect(watching.get_by_text("The host gave the seat of Ben a new link.").first).to_be_visible()
    expect(page.get_by_role("button", name="Copier le lien de la place de Ben")).to_be_visible()
