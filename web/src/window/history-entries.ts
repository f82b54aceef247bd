/**
 * What lies open over the page (sheets, drawers, menus), so that Back closes it before it leaves.
 * While anything is open the history holds one entry more, of the same address.
 */
class Opened {
  #closers: (() => void)[] = [];
  /** The extra entry is on top of the history. */
  #guarded = false;
  /** We go back ourselves, since all was closed by hand. */
  #returning = false;
  #then: (() => void) | null = null;

  /** Something opened, and how it is closed; call the answer when it is closed. */
  add(close: () => void): () => void {
    this.#closers.push(close);
    this.#guard();
    return () => {
      this.#closers = this.#closers.filter((one) => one !== close);
      // What opens in its place, or the way to another page, comes in the same moment.
      setTimeout(() => this.#settle());
    };
  }

  /** Back was pressed: true if it was meant for what is open, or is our own going back. */
  back(): boolean {
    if (this.#returning) {
      this.#returning = false;
      const then = this.#then;
      this.#then = null;
      if (then) then();
      else if (this.#closers.length) this.#guard();
      return true;
    }
    if (!this.#guarded) return false;
    this.#guarded = false;
    const top = this.#closers.at(-1);
    top?.();
    return top !== undefined;
  }

  /** The page goes elsewhere: whether the extra entry is to be used for it. */
  leave(): boolean {
    const had = this.#guarded;
    this.#guarded = false;
    return had;
  }

  /** Does it at once, or when our own going back has arrived. */
  after(deed: () => void) {
    if (this.#returning) this.#then = deed;
    else deed();
  }

  #guard() {
    if (this.#guarded || this.#returning) return;
    this.#guarded = true;
    history.pushState({ open: true }, "", location.href);
  }

  #settle() {
    if (this.#closers.length) {
      this.#guard();
    } else if (this.#guarded) {
      this.#guarded = false;
      this.#returning = true;
      history.back();
    }
  }
}

export const opened = new Opened();
