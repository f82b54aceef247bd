const KEY = "filon.chercheurs_dor.auto";

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false;
  }
}

/** Whether this device throws by itself; kept in this browser only. */
class Auto {
  #on = $state(kept());

  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    try {
      localStorage.setItem(KEY, on ? "1" : "0");
    } catch {
      // A browser that keeps nothing still throws.
    }
  }
}

export const auto = new Auto();
