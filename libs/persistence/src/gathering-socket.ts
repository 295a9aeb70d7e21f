import { Socket } from 'node:net';

/** A socket that sends what is written within a turn of the event loop in one piece: pipelined statements cost one system call. */
export function gatheringSocket(): Socket {
  const socket = new Socket();
  const writeToSocket = socket.write.bind(socket);
  let isGathering = false;
  const write = (...given: Parameters<Socket['write']>): boolean => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      process.nextTick(() => {
        isGathering = false;
        socket.uncork();
      });
    }
    return writeToSocket(...given);
  };
  return Object.assign(socket, { write });
}
