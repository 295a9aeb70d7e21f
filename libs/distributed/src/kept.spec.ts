import { Kept, type Running } from './kept.js';
import { eventually } from '@stockbook/testing/database';

/** A subject that ends on request; its ids count its launches. */
class Subject implements Running {
  static launched: Subject[] = [];
  static refusals = 0;
  readonly pid = Subject.launched.push(this);
  readonly ended = new Promise<string>((resolve) => (this.end = resolve));
  end!: (reason: string) => void;

  async stop(): Promise<void> {
    this.end('Told to.');
    await this.ended;
  }

  static async launch(): Promise<Subject> {
    if (Subject.refusals-- > 0) throw new Error('Refused.');
    return new Subject();
  }
}

let kept: Kept<Subject>;
let reports: string[];
beforeEach(() => {
  Subject.launched = [];
  Subject.refusals = 0;
  reports = [];
  kept = new Kept(Subject.launch, (line) => reports.push(line));
});
afterEach(() => kept.stop());

test('a process that exits is launched again, and a failed launch is retried, with growing pauses', async () => {
  await kept.start();
  Subject.refusals = 1;
  kept.running?.end('It ended.');
  await eventually(() => kept.running?.pid === 2);
  expect(reports).toEqual(['It ended. It starts again in 0.2 s.', 'Refused. It starts again in 0.4 s.']);
});

test('a stopped process stays stopped until it is started, then with short pauses again', async () => {
  await kept.start();
  await kept.stop();
  expect([kept.running, kept.isDown, reports]).toEqual([undefined, true, []]);
  await kept.start();
  kept.running?.end('It ended.');
  await eventually(() => reports.length === 1);
  await kept.stop();
  expect([kept.running, reports]).toEqual([undefined, ['It ended. It starts again in 0.2 s.']]);
});

test('a first launch that fails rejects start', async () => {
  Subject.refusals = 1;
  await expect(kept.start()).rejects.toThrow('Refused.');
  expect(kept.isDown).toBe(true);
});
