import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isRefusal } from '../server/failures.js';

interface Sent<I> {
  readonly input: I;
  readonly at: number;
}

interface Hearing<O> {
  readonly onDone?: (output: O) => void;
  readonly onRefused?: (error: Error) => void;
}

/**
 * A write of a form, with a key that is made when the form opens. Until the server has answered, what was sent is sent
 * again as it was, so it is done once.
 */
export function useOnce<I, O>(write: (input: I, idempotencyKey: string) => Promise<O>) {
  const key = useRef<string>(undefined);
  const sent = useRef<Sent<I>>(undefined);
  const [inDoubt, setInDoubt] = useState<Sent<I>>();
  const forget = () => {
    sent.current = undefined;
    setInDoubt(undefined);
  };
  const renew = () => {
    forget();
    key.current = undefined;
  };
  const { mutate, isPending, error, reset } = useMutation({
    // Without a network the client says so at once, instead of a wait for one.
    networkMode: 'always',
    mutationFn: (input: I) => write(input, (key.current ??= crypto.randomUUID())),
    onSuccess: renew,
    onError: (error) => {
      if (isRefusal(error)) forget();
      else setInDoubt(sent.current);
    },
  });
  return {
    isPending,
    error,
    refusal: isRefusal(error) ? error : null,
    /** Holds the write that no answer has confirmed: the server may have done it. */
    inDoubt,
    send: (input: I, { onDone, onRefused }: Hearing<O> = {}) => {
      sent.current ??= { input, at: Date.now() };
      mutate(sent.current.input, {
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
