import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isRefusal } from '../server/failures.js';
import { useUserStore } from '../session/use-user-store.js';

interface Sent<I> {
  readonly key: string;
  readonly input: I;
  readonly at: number;
}

interface Options<O> {
  /** The browser keeps an unanswered write under this name, so that a reload cannot send it under a new key. */
  readonly keptAs?: string;
  /** It is called for each answer, also where the form is closed meanwhile. */
  readonly onStored?: (output: O) => void;
}

interface Hearing<O> {
  readonly onDone?: (output: O) => void;
  readonly onRefused?: (error: Error) => void;
}

/**
 * A write of a form, with a key that is made when the form opens. Until the server has answered, what was sent is sent
 * again as it was, so it is done once.
 */
export function useOnce<I, O>(
  write: (input: I, idempotencyKey: string) => Promise<O>,
  { keptAs, onStored }: Options<O> = {},
) {
  const kept = useKept<Sent<I>>(keptAs);
  const [inDoubt, setInDoubt] = useState(kept.read);
  const sent = useRef(inDoubt);
  const key = useRef(inDoubt?.key);
  const forget = () => {
    sent.current = undefined;
    kept.forget();
    setInDoubt(undefined);
  };
  const renew = () => {
    forget();
    key.current = undefined;
  };
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    // Without a network the client says so at once, instead of a wait for one.
    networkMode: 'always',
    mutationFn: ({ input, key }: Sent<I>) => write(input, key),
    onSuccess: (output) => {
      renew();
      onStored?.(output);
    },
    onError: (error) => {
      if (isRefusal(error)) forget();
      else setInDoubt(sent.current);
    },
  });
  return {
    isPending,
    isDone: isSuccess,
    error,
    refusal: isRefusal(error) ? error : null,
    /** Holds the write that no answer has confirmed: the server may have done it. */
    inDoubt,
    send: (input: I, { onDone, onRefused }: Hearing<O> = {}) => {
      const theirs = sent.current ? undefined : kept.read();
      if (theirs) {
        // Another tab has sent this form, and its answer is still open.
        [sent.current, key.current] = [theirs, theirs.key];
        setInDoubt(theirs);
        return;
      }
      sent.current ??= { key: (key.current ??= crypto.randomUUID()), input, at: Date.now() };
      kept.keep(sent.current);
      mutate(sent.current, {
        onSuccess: onDone,
        onError: (error) => isRefusal(error) && onRefused?.(error),
      });
    },
    renew: () => {
      renew();
      reset();
    },
  };
}

function useKept<T>(name: string | undefined) {
  const { user, store } = useUserStore();
  const place = name && `stockbook-sent/${user}/${name}`;
  return {
    read: (): T | undefined => {
      const text = place && store.getItem(place);
      return text ? (JSON.parse(text) as T) : undefined;
    },
    keep: (value: T) => place && store.setItem(place, JSON.stringify(value)),
    forget: () => place && store.removeItem(place),
  };
}
