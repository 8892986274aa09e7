import { describe, expect, test } from '@jest/globals';
import { isGlobal, receiverFault, writtenHost } from '#services/webhooks/sending/receiver-host.ts';

const noReachableHost = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://0/',
  'https://0.0.0.0:8443/',
  'https://10.0.0.7/',
  'https://172.16.0.1/',
  'https://172.31.255.254/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://192.0.0.8/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.7/',
  'https://203.0.113.7/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::808:808]/',
  'https://[64:ff9b:1::1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://intranet/',
  'https://a%6c%6c/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
];

describe('a webhook receiver', () => {
  test.each(noReachableHost)('the URL %s is rejected as a webhook receiver', (url) => {
    expect(receiverFault(url, [])).toBe('receiver_host');
  });

  test.each([
    'https://receiver.example.com/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://[2606:4700::1111]/',
    'https://xn--bcher-kva.example/',
    'https://127.0.0.1.example.com/',
  ])('the URL %s is accepted as a webhook receiver', (url) => {
    expect(receiverFault(url, [])).toBeNull();
  });

  test('a webhook receiver over http is rejected unless the allow list contains its host, written as in the URL', () => {
    expect(receiverFault('http://receiver.example.com/', [])).toBe('receiver_url');
    const allowed = ['localhost', '10.0.0.7', '[::1]'];
    for (const url of [
      'http://localhost:4000/',
      'https://10.0.0.7/',
      'http://[::1]:80/x',
      'http://LOCALHOST',
    ])
      expect([url, receiverFault(url, allowed)]).toEqual([url, null]);
    expect(receiverFault('https://167772167/', allowed)).toBe('receiver_host');
    expect(receiverFault('http://localhost.example.com/', allowed)).toBe('receiver_url');
  });

  test('a webhook receiver’s host is taken from its URL in lower case, without port or user', () => {
    expect(writtenHost('https://[::1]:8443/path')).toBe('[::1]');
    expect(writtenHost('HTTPS://Receiver.Example:443?x=@y')).toBe('receiver.example');
    expect(writtenHost('https://receiver.example\\@localhost/')).toBe('receiver.example');
  });
});

test.each(['fe80::1%eth0', '::ffff:8.8.8.8', 'no address', ''])(
  'the address "%s" is not a global IP address',
  (address) => {
    expect(isGlobal(address)).toBe(false);
  },
);
