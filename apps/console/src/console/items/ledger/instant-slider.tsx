import { Input } from '@mantine/core';
import { useId } from 'react';
import { useFormat } from '../../api/format.js';
import { useMyself } from '../../api/rights.js';
import { useText } from '../../text/language.js';

const MINUTE_MS = 60_000;
/** Minutes from one place of the slider to the next: a key of the keyboard goes this far. */
const STEPS = [1, 5, 15, 60, 360, 1_440, 10_080];
const MOST_PLACES = 300;

interface Props {
  readonly firstMovedAt: string;
  /** The chosen instant on the clocks of the company's zone: 2026-11-27T10:30. */
  readonly at: string | undefined;
  readonly onChoose: (at: string) => void;
}

/** Goes through the time from the first movement to now. Its values are minutes on the clocks of the company. */
export function InstantSlider({ firstMovedAt, at, onChoose }: Props) {
  const { t } = useText();
  const { day } = useFormat();
  const { timezone } = useMyself().company;
  const id = useId();
  const end = minutesAt(Date.now() + MINUTE_MS, timezone);
  const begin = Math.min(minutesAt(Date.parse(firstMovedAt), timezone), end - 1);
  const step = STEPS.find((step) => (end - begin) / step <= MOST_PLACES) ?? STEPS.at(-1)!;
  const shown = at ?? textOf(end);
  const words = `${day(shown)}, ${shown.slice(11)}`;
  return (
    <Input.Wrapper id={id} label={t('instantSlider')} description={words} flex={1} miw={220}>
      <input
        id={id}
        className="slider"
        type="range"
        // The last place is now, so the first is a step before the first movement at most.
        min={end - Math.ceil((end - begin) / step) * step}
        max={end}
        step={step}
        value={Date.parse(`${shown}Z`) / MINUTE_MS}
        aria-valuetext={words}
        onChange={(event) => onChoose(textOf(Number(event.currentTarget.value)))}
      />
    </Input.Wrapper>
  );
}

const textOf = (minutes: number): string => new Date(minutes * MINUTE_MS).toISOString().slice(0, 16);

/** Swedish writes a time as the field does. */
const minutesAt = (instant: number, timeZone: string): number =>
  Date.parse(`${new Date(instant).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })}Z`) /
  MINUTE_MS;
