/** Questions and notices of the shell: one confirmation at a time, short notices that fade. */

interface Question {
  title: string;
  text?: string;
  yes: string;
  no?: string;
  danger?: boolean;
}

interface Notice {
  id: number;
  text: string;
  tone: "plain" | "good" | "bad";
  clause?: string | undefined;
}

class Ask {
  question = $state.raw<(Question & { answer: (yes: boolean) => void }) | null>(null);
  notices = $state.raw<Notice[]>([]);
  /** How many cards show the notices themselves: then they do not float over the page. */
  hosts = $state(0);
  #next = 1;

  /** Asks before something that cannot be taken back; true if confirmed. */
  confirm(question: Question): Promise<boolean> {
    this.question?.answer(false);
    return new Promise((resolve) => {
      this.question = {
        ...question,
        answer: (yes) => {
          this.question = null;
          resolve(yes);
        },
      };
    });
  }

  /** Shows a notice for a few seconds; a clause makes it open the rules there. */
  tell(text: string, tone: Notice["tone"] = "plain", clause?: string) {
    const notice = { id: this.#next++, text, tone, clause };
    this.notices = [...this.notices.filter((one) => one.text !== text).slice(-2), notice];
    setTimeout(() => this.dismiss(notice.id), clause || tone === "bad" ? 7000 : 4000);
  }

  /** A card shows the notices itself until it is gone; returns what ends that. */
  host(): () => void {
    this.hosts += 1;
    return () => (this.hosts -= 1);
  }

  dismiss(id: number) {
    this.notices = this.notices.filter((one) => one.id !== id);
  }
}

export const ask = new Ask();
