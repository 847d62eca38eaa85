import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

type Axe = { run: (options: RunOptions) => Promise<AxeResults> };

/**
 * Faults of accessibility in a window, a line each with the rule and the element; of all rules, or of the named ones.
 * The rules are loaded once a document, so that a second look at it costs half. The console has no frames.
 */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  return page.evaluate(async (options) => {
    const { axe: rules } = globalThis as unknown as { axe: Axe };
    const { violations } = await rules.run(options);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}
