// @ts-check
/** Adds a copy button to the tag and the command of the page that shows how to embed the chat. */
for (const block of document.querySelectorAll('.code-block')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button plain';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const pre = /** @type {HTMLElement} */ (block.querySelector('pre'));
    try {
      await navigator.clipboard.writeText(pre.textContent?.trim() ?? '');
      button.textContent = 'Copied';
    } catch {
      // A page without TLS has no clipboard.
      getSelection()?.selectAllChildren(pre);
      button.textContent = 'Press Ctrl C';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.append(button);
}
