/** A peer that says so in its calls takes the JSON text of a large answer as it is, behind the packet. */
const TAKES_TEXT = '{"takesText":true,';
/** Answers of this many characters: to escape 4 MiB in JSON and to read it again takes 40 ms of two processes. */
const LARGE = 64 * 1024;

interface Packet {
  readonly response?: { readonly json?: unknown };
}

export const textOfCall = (packet: object): string => TAKES_TEXT + JSON.stringify(packet).slice(1);

export const takesText = (call: string): boolean => call.startsWith(TAKES_TEXT);

/** Returns a packet as JSON, or without the text of its answer, which follows the line feed. */
export function textOfAnswer(packet: Packet): string {
  const json = packet.response?.json;
  if (typeof json !== 'string' || json.length < LARGE) return JSON.stringify(packet);
  return `${JSON.stringify({ ...packet, response: { ...packet.response, json: '' } })}\n${json}`;
}

/** Reads what `textOfAnswer` wrote. Returns undefined for a packet that is JSON. */
export function answerIn(text: string): Packet | undefined {
  // JSON has no line feed, and the packet of a large answer is short.
  const end = text.slice(0, LARGE).indexOf('\n');
  if (end < 0) return undefined;
  const packet: Packet = JSON.parse(text.slice(0, end));
  return { ...packet, response: { ...packet.response, json: text.slice(end + 1) } };
}
