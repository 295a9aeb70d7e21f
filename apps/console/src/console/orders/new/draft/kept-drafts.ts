import { type Draft, newDraft } from './draft.js';

/** The drafts of one user in this browser, the newest first. */
export class KeptDrafts {
  private readonly prefix: string;
  private readonly last: string;

  constructor(
    user: string,
    private readonly store: Storage,
  ) {
    this.prefix = `stockbook-order/${user}/`;
    this.last = `stockbook-order-last/${user}`;
  }

  read(id: string | undefined): Draft | undefined {
    const text = id && this.store.getItem(this.prefix + id);
    return text ? (JSON.parse(text) as Draft) : undefined;
  }

  keep(draft: Draft): void {
    this.store.setItem(this.prefix + draft.id, JSON.stringify(draft));
  }

  forget({ id }: Draft): void {
    this.store.removeItem(this.prefix + id);
  }

  /** Returns a draft with the channel and the way of payment of the last order that was placed here. */
  begin(language: string): Draft {
    const last = this.store.getItem(this.last);
    return { ...newDraft(language), ...(last && (JSON.parse(last) as Partial<Draft>)) };
  }

  place(draft: Draft): void {
    const { channel_id, payments } = draft;
    this.store.setItem(this.last, JSON.stringify({ channel_id, payments: payments.slice(0, 1) }));
    this.forget(draft);
  }

  list(): readonly Draft[] {
    const keys = Object.keys(this.store).filter((key) => key.startsWith(this.prefix));
    const drafts = keys.map((key) => this.read(key.slice(this.prefix.length))!);
    return drafts.sort((one, other) => other.begun - one.begun);
  }

  /** Calls the listener when another tab changes or forgets the draft, and returns a function that ends this. */
  watch(id: string, onChange: (draft: Draft | undefined) => void): () => void {
    const listen = ({ storageArea, key }: StorageEvent) => {
      if (storageArea === this.store && key === this.prefix + id) onChange(this.read(id));
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
  }
}
