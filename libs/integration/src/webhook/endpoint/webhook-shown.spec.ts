import { maskedLocation, maskedUrl, urlToStore } from './webhook-shown.js';

describe('the URL of an endpoint', () => {
  it.each([
    ['https://hooks.slack.com/services/T012/B345/x7Yz', 'https://hooks.slack.com/services/********'],
    ['https://discord.com/api/webhooks/123/abc', 'https://discord.com/api/********'],
    ['https://webhook.site/0b1c2d3e-1111-4222-8333-944445555666', 'https://webhook.site/********'],
    ['https://shop.test/abcdefghijklmnopqrstuvwxyz', 'https://shop.test/********'],
    ['https://shop.test:8443/stock-book', 'https://shop.test:8443/stock-book'],
    ['https://shop.test', 'https://shop.test'],
    ['https://shop.test/', 'https://shop.test/'],
    ['https://shop.test/hook/', 'https://shop.test/hook/'],
    ['https://shop.test//token', 'https://shop.test/********'],
    ['https://shop.test/hook#token', 'https://shop.test/hook'],
    ['https://shop.test/hook/t0?key=k1&k2', 'https://shop.test/hook/********?key=********&********'],
  ])('%s is shown as %s', (url, shown) => {
    expect(maskedUrl(url)).toBe(shown);
    expect(urlToStore(shown, url)).toBe(url);
  });

  it('with a mask that stands for no stored URL is refused', () => {
    const refused = 'url has a mask that stands for no stored value: give the value itself.';
    expect(() => urlToStore('https://other.test/hook/********', 'https://shop.test/hook/t1')).toThrow(refused);
    expect(() => urlToStore('https://shop.test/********')).toThrow(refused);
  });
});

test.each([
  ['/hook/?token=t', '/hook/?token=********'],
  ['/hook/t0ken', '/hook/********'],
  ['hook/t0ken', 'hook/********'],
  ['//shop.test/t0ken', '/********'],
  ['https://shop.test/hook/t0ken#t', 'https://shop.test/hook/********'],
  ['data:t0ken', '********'],
])('the redirect to %s is shown as %s', (location, shown) => {
  expect(maskedLocation(location)).toBe(shown);
});
