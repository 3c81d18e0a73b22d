import { expect, onTestFinished } from 'vitest';
import { browserTest, expectFits, expectNoBarriers, openBrowser, openPage, WIDTHS } from '../../lab/testing/browser.ts';
import { createMockProvider } from '../index.ts';

browserTest('the page of the mock fits a phone and a laptop, and breaks names only between words', async () => {
  const mock = createMockProvider();
  const { url, close } = await mock.listen();
  onTestFinished(close);
  const { access_token, whatsapp } = mock.credentials;
  const sent = await fetch(`${url}/v25.0/${whatsapp.phone_number_id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to: '905551112233',
      type: 'template',
      template: { name: 'hello_world', language: { code: 'en_US' } },
      biz_opaque_callback_data: 'TEMPLATE_BUTTON_PARAM_MISSING',
    }),
  });
  expect(sent.status).toBe(200);
  mock.setCallbackUrl(`${url}/TEMPLATE_BUTTON_PARAM_MISSING/TEMPLATE_VARIABLES_MISSING/FLOW_MODULE_DISABLED`);
  const browser = await openBrowser();
  for (const width of WIDTHS) {
    const { page } = await openPage(browser, url, { viewport: { width, height: 900 } });
    expect(await page.locator('main, body').first().innerText()).toContain('TEMPLATE_BUTTON_PARAM_MISSING');
    await expectFits(page, `the mock at ${width}`);
    await expectNoBarriers(page, `the mock at ${width}`);
  }
});
