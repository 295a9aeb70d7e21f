import { plainTextOf } from './description.js';

describe('plainTextOf', () => {
  it.each([
    ['<h2>Mug</h2><p>Holds  <b>0.3</b> l</p>', 'Mug\nHolds 0.3 l'],
    ['<ul><li>red</li><li>blue</li></ul>', 'red\nblue'],
    ['one<br />two', 'one\ntwo'],
    ['5 &lt; 6 &amp;amp; "7"', '5 < 6 &amp; "7"'],
    ['', ''],
  ])('makes %j %j', (html, text) => {
    expect(plainTextOf(html)).toBe(text);
  });
});
