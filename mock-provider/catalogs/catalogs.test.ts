import { expect, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const WABA = '102290129340398';

test.each(TRANSPORTS)('sends only products of the connected catalog %s', async (transport) => {
  const { call, mock, send } = await createTestMock({}, transport);
  const business = mock.state().businesses[0]?.id;
  const catalog = await call('POST', `/v25.0/${business}/owned_product_catalogs`, { body: { name: 'Shop' } });
  const { id } = catalog.body;
  const product = { retailer_id: 'sku-1', name: 'Mug', price: 990, currency: 'EUR' };
  const added = await call('POST', `/v25.0/${id}/products`, { body: product });
  expect(added.body).toEqual({ id: expect.any(String) });
  expect((await call('POST', `/v25.0/${id}/products`, { body: product })).body.error.code).toBe(100);
  expect((await call('POST', `/v25.0/${id}/products`, { body: { name: 'Mug' } })).body.error.code).toBe(100);
  const message = (product_retailer_id: string, catalog_id = id) =>
    send({
      type: 'interactive',
      interactive: { type: 'product', body: { text: 'Look' }, action: { catalog_id, product_retailer_id } },
    });
  expect((await message('anything')).status).toBe(200);
  const connected = await call('POST', `/v25.0/${WABA}/product_catalogs`, { body: { catalog_id: id } });
  expect(connected.body).toEqual({ success: true });
  expect((await message('sku-1')).status).toBe(200);
  expect((await message('sku-2')).body.error).toMatchObject({ code: 131009 });
  expect((await message('sku-1', '123456')).body.error).toMatchObject({ code: 131009 });
  await call('POST', `/v25.0/${added.body.id}`, { body: { name: 'Large mug' } });
  expect((await call('GET', `/v25.0/${added.body.id}?fields=name,price`)).body).toMatchObject({
    name: 'Large mug',
    price: 990,
  });
  expect((await call('GET', `/v25.0/${id}?fields=product_count`)).body.product_count).toBe(1);
  await call('DELETE', `/v25.0/${added.body.id}`);
  expect((await call('GET', `/v25.0/${id}/products`)).body.data).toEqual([]);
  await call('DELETE', `/v25.0/${WABA}/product_catalogs`, { body: { catalog_id: id } });
  expect((await call('GET', `/v25.0/${WABA}/product_catalogs`)).body.data).toEqual([]);
});
