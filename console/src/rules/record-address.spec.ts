import { recordAddress } from './record-address';

describe('recordAddress', () => {
  it.each([
    ['product', 'LN001', '/admin/products/LN001'],
    ['product-rate', 'LN001/10070', '/admin/products/LN001'],
    ['product-fee', 'LN001/10071', '/admin/products/LN001'],
    ['role', 'Teller', undefined],
  ])('of the %s %s is %s', (kind, id, address) => {
    expect(recordAddress(kind, id)).toBe(address);
  });
});
