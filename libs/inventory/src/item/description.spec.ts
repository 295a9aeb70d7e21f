import { plainTextOf, sanitised } from './description.js';

describe('sanitised', () => {
  it.each([
    ['<p onclick="x()">Warm <b>mug</b></p>', '<p>Warm <b>mug</b></p>'],
    ['<script>alert(1)</script>Mug', 'Mug'],
    ['<iframe src="https://example.com"></iframe>Mug', 'Mug'],
    ['<a href="javascript:alert(1)">Mug</a>', '<a>Mug</a>'],
    ['<img src="https://example.com/mug.png" onerror="x()">', '<img src="https://example.com/mug.png" />'],
    ['<p>Mug', '<p>Mug</p>'],
    ['5 < 6 & "7"', '5 &lt; 6 &amp; "7"'],
  ])('makes %j %j', (html, clean) => {
    expect(sanitised(html)).toBe(clean);
    expect(sanitised(clean)).toBe(clean);
  });
});

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
