import { type Settling, settled } from './settled.js';

/** Gives these answers, the last one for ever, after what happens meanwhile. */
class Part implements Settling {
  done = 0;
  asked = 0;
  constructor(
    private readonly answers: readonly boolean[],
    private readonly meanwhile: (asked: number) => void = () => undefined,
  ) {}

  async isIdle(): Promise<boolean> {
    const answer = this.answers[Math.min(this.asked++, this.answers.length - 1)]!;
    this.meanwhile(this.asked);
    return answer;
  }
}

test('waits until every part is idle', async () => {
  const parts = [new Part([true]), new Part([false, false, true])];
  await settled(parts);
  expect(parts[1]?.asked).toBe(3);
});

test('asks again when something was finished meanwhile: it may be where it was not expected any more', async () => {
  const early = new Part([true, false, true]);
  const late = new Part([true], (asked) => asked === 1 && late.done++);
  await settled([early, late]);
  expect(early.asked).toBe(3);
});

test('asks only the parts that answer for all, and again when another one finished something', async () => {
  const other = new Part([false]);
  const asked = new Part([true], (count) => count === 1 && other.done++);
  await settled([asked, other], [asked]);
  expect([asked.asked, other.asked]).toEqual([2, 0]);
});
