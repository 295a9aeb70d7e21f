import { Alert, Loader, Paper } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../server/failures.js';
import { useText } from '../../text/language.js';
import { openReader } from './read-codes.js';

const INTERVAL_MS = 150;
/** A code is one scan until so many pictures are without it: time would not do, as a slow phone reads one a second. */
const GONE_PICTURES = 10;

/** Reads codes with the camera until it is closed. */
export function Camera({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = useText();
  const video = useRef<HTMLVideoElement>(null);
  const take = useRef(onCode);
  const [fault, setFault] = useState<string>();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    take.current = onCode;
  });
  useEffect(() => {
    const closing = new AbortController();
    const watching = watch(
      video.current,
      closing.signal,
      (code) => take.current(code),
      () => setReady(true),
    );
    watching.catch((error: unknown) => setFault(wordsOf(error)));
    return () => closing.abort();
  }, []);
  return (
    <Paper withBorder className="stock-camera">
      {fault === undefined ? (
        <>
          <video ref={video} muted playsInline aria-label={t('stockCamera')} />
          {!isReady && <Loader role="progressbar" aria-label={t('loading')} />}
        </>
      ) : (
        <Alert color="red" variant="light" role="alert" title={t('stockNoCamera')}>
          {fault}
        </Alert>
      )}
    </Paper>
  );
}

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onCode: (code: string) => void,
  onReady: () => void,
): Promise<void> {
  if (!video) return;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  const [read] = await Promise.all([openReader(), video.play()]);
  onReady();
  const seen = new Map<string, number>();
  for (let picture = 0; !signal.aborted; picture++) {
    for (const code of await read(video)) {
      if (picture - (seen.get(code) ?? -Infinity) > GONE_PICTURES) onCode(code);
      seen.set(code, picture);
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
