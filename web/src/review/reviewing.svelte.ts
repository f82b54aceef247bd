import type { Review, ReviewJob } from "../wire.gen";
import { api } from "../net/api";
import { Refused } from "../net/refused";
import { t } from "../words/i18n.svelte";

/** Which game a review is about: a table's match, or a record somebody has brought. */
export type Subject = { id: string; match: number } | { record: string };

/** Milliseconds between two looks at how far a review is. */
const AGAIN = 1200;

/** A review on its way: asked for, in line, being computed, there. */
export class Reviewing {
  state = $state<ReviewJob["state"] | "asking" | "refused">("asking");
  progress = $state(0);
  before = $state(0);
  review = $state.raw<Review | null>(null);
  /** Why there is none, in words. */
  why = $state("");
  /** The job of a record that was brought. */
  #job = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  constructor(readonly subject: Subject) {}

  /** Looks whether it is there; with `ask` it is asked for if it is not. */
  async open(ask: boolean): Promise<void> {
    const { subject } = this;
    try {
      if ("record" in subject) {
        this.#took(await api.reviewOf(subject.record));
        return;
      }
      this.#took(await api.review(subject.id, subject.match));
      if (ask && (this.state === "none" || this.state === "failed")) await this.ask();
    } catch (wrong) {
      this.#refused(wrong);
    }
  }

  /** Asks for it. */
  async ask(): Promise<void> {
    const { subject } = this;
    if ("record" in subject) return this.open(true);
    try {
      this.#took(await api.askReview(subject.id, subject.match));
    } catch (wrong) {
      this.#refused(wrong);
    }
  }

  close() {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  #took(job: ReviewJob) {
    this.state = job.state;
    this.progress = job.progress;
    this.before = job.before;
    this.review = job.review;
    this.#job ||= job.job;
    clearTimeout(this.#timer);
    if (this.#left || (job.state !== "queued" && job.state !== "running")) return;
    this.#timer = setTimeout(() => void this.#again(), AGAIN);
  }

  async #again() {
    const { subject } = this;
    try {
      this.#took(
        "record" in subject
          ? await api.reviewJob(this.#job)
          : await api.review(subject.id, subject.match),
      );
    } catch (wrong) {
      this.#refused(wrong);
    }
  }

  #refused(wrong: unknown) {
    this.state = "refused";
    this.why = wrong instanceof Refused ? wrong.message : t("error.offline");
  }
}
