import { isTyping, shortcutOf } from './shortcuts';

const pressed = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe('shortcutOf', () => {
  it('names pairs, Ctrl combinations and single keys', () => {
    expect(shortcutOf(pressed('h'), 'g')).toBe('g h');
    expect(shortcutOf(pressed('K', { ctrlKey: true }), undefined)).toBe('Ctrl k');
    expect(shortcutOf(pressed('k', { metaKey: true }), 'g')).toBe('Ctrl k');
    expect(shortcutOf(pressed('j'), 'x')).toBe('j');
    expect(shortcutOf(pressed('Enter'), 'g')).toBe('Enter');
  });

  it('leaves Alt to the browser and the system', () => {
    expect(shortcutOf(pressed('g', { altKey: true }), undefined)).toBe('');
  });
});

describe('isTyping', () => {
  it('holds in inputs that take letters or arrow keys and in editable texts, and not in a checkbox', () => {
    expect(isTyping({ tagName: 'INPUT', type: 'text' })).toBe(true);
    expect(isTyping({ tagName: 'INPUT', type: 'date' })).toBe(true);
    expect(isTyping({ tagName: 'INPUT', type: 'radio' })).toBe(true);
    expect(isTyping({ tagName: 'INPUT' })).toBe(true);
    expect(isTyping({ tagName: 'INPUT', type: 'checkbox' })).toBe(false);
    expect(isTyping({ tagName: 'SELECT' })).toBe(true);
    expect(isTyping({ tagName: 'DIV', isContentEditable: true })).toBe(true);
    expect(isTyping({ tagName: 'BODY' })).toBe(false);
    expect(isTyping(null)).toBe(false);
  });
});
