import type { Page } from '@playwright/test';

/**
 * Writes the same in the place of what is another at each run: days, times, ages, and numbers that are given anew. The
 * picture then differs only where the page does.
 */
export async function steady(page: Page): Promise<void> {
  await page.evaluate(() => {
    const RULES: [RegExp, string][] = [
      [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}, \d{2}:\d{2}/g, '24 Nov 2026, 09:30'],
      [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b(?!,)/g, '24 Nov 2026'],
      [/\b\d{4}-\d{2}-\d{2}\b/g, '2026-11-24'],
      [/\b\d+ (?:min|h|d)\b/g, '5 min'],
      [/\b(?:under 1|\d+) s\b/g, 'under 1 s'],
      [/\bPST\d+/g, 'PST000000010001'],
      [/\b\d{30}\b/g, '0'.repeat(30)],
      [/\b([A-Z]{2,5})-\d+-[a-z0-9]+-\d+/g, '$1-0001'],
      [/\b[1-9]\d{4}\b(?![.,\d])/g, '10001'],
      [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '00000000-0000-0000-0000-000000000000'],
    ];
    for (const input of document.querySelectorAll<HTMLInputElement>('input[type="date"]'))
      if (input.value !== '') input.value = '2026-11-24';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let text = node.nodeValue ?? '';
      for (const [pattern, constant] of RULES) text = text.replace(pattern, constant);
      if (text !== node.nodeValue) node.nodeValue = text;
    }
  });
}
