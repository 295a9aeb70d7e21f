import fc from 'fast-check';

/** Makes bodies with some bytes added, removed and changed, often to bytes that mean something in JSON. */
export function editedBytes(bodies: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const structural = fc.constantFrom(...Buffer.from('"\\{}[]:,-+.eEutfn019 \n\u0000d8'));
  const edits = fc.array(fc.tuple(fc.nat(), fc.oneof(structural, fc.nat(255)), fc.nat(2)), {
    minLength: 1,
    maxLength: 4,
  });
  return fc.tuple(bodies, edits).map(([body, changes]) => {
    let bytes = Buffer.from(body);
    for (const [place, byte, removed] of changes) {
      const at = place % bytes.length;
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at + removed)]);
    }
    return bytes;
  });
}
