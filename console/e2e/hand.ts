import type { Locator, Page } from '@playwright/test';

/**
 * The hand of a member of staff, which counts its actions: a click, a key, or a key pair. Typing into the field that
 * has the focus is not counted; choosing a field is.
 */
export class Hand {
  actions = 0;

  constructor(readonly page: Page) {}

  /** Presses a key, a combination such as `Control+Enter`, or a pair such as `g a`. */
  async press(keys: string): Promise<void> {
    this.actions += 1;
    for (const key of keys.split(' ')) await this.page.keyboard.press(key);
  }

  async click(target: Locator): Promise<void> {
    this.actions += 1;
    await target.click();
  }

  /** Chooses a field and types into it. */
  async fill(field: Locator, text: string): Promise<void> {
    this.actions += 1;
    await field.fill(text);
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }
}
