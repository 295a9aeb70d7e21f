// What a person does on a page before its picture is taken. The steps find nothing by its words, which are Vietnamese
// on some pictures.
const PASSWORD = 'correct horse battery';
/** The items of the menu that leave a session with a PIN. */
export const LOCK = 0;
export const SWITCH_USER = 1;

/** The code of a dialog is loaded when somebody first asks for it. */
export const showDialog = (page) => page.getByRole('dialog').waitFor();

export const press = (key) => async (page) => {
  await page.keyboard.press(key);
  await showDialog(page);
};

export async function openMenu(page) {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menu').waitFor();
}

/** A person sets a password and a PIN by a one-time link, and leaves by an item of the menu. */
export async function enrolAndLeave(page, link, way) {
  await followLink(page, link);
  await page.locator('[autocomplete=new-password]').fill(PASSWORD);
  await page.locator('[inputmode=numeric]').fill('2468');
  await page.keyboard.press('Enter');
  await openMenu(page);
  await page.locator('.mantine-Menu-divider ~ [role=menuitem]').nth(way).click();
  await page.locator('.entry').waitFor();
}

/** A link of the page that is open would change its hash alone. */
export async function followLink(page, link) {
  const address = new URL(link, page.url()).href;
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator('[autocomplete=new-password]').waitFor();
}

/** Types codes into a field, as a scanner does, and waits for the lines of them. */
export const scan = (field, codes, line) => async (page) => {
  for (const code of codes) {
    await page.locator(field).fill(code);
    await page.keyboard.press('Enter');
  }
  await page
    .locator(line)
    .nth(codes.length - 1)
    .waitFor();
};

export const choose = (orders) => async (page) => {
  for (let i = 0; i < orders; i++) await page.locator('tbody input[type=checkbox]').nth(i).check();
  await page.locator('.bulk-bar').waitFor();
};

export async function changeStatus(page) {
  await choose(4)(page);
  await page.locator('.bulk-bar select').selectOption({ index: 3 });
  await page.locator('.bulk-bar [type=submit]').click();
  await page.locator('.bulk-outcomes tr').nth(3).waitFor();
}

/** Saves an item that somebody else has changed meanwhile. */
export const saveStale = (change) => async (page) => {
  const form = page.locator('main form:has(select)');
  const name = form.getByRole('textbox').first();
  await name.fill(`${await name.inputValue()}, sale`);
  await change();
  await form.locator('[type=submit]').click();
  await showDialog(page);
};

/** The documentation sends the example of an operation, as the demo account and as a dry run. */
export const sendTrial = (newLink) => async (page) => {
  const { hash } = new URL(await newLink());
  // The page takes the code when it is loaded.
  const address = page.url() + hash;
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByText('@').first().waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Answer of the server' }).scrollIntoViewIfNeeded();
};
