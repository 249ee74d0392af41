import { describe, expect, it } from 'vitest';
import { parse } from './router';

describe('parse', () => {
  it('knows every page by its address', () => {
    expect(parse('/')).toEqual({ page: 'start' });
    expect(parse('/new')).toEqual({ page: 'new' });
    expect(parse('/g/a%20b')).toEqual({ page: 'game', id: 'a b' });
    expect(parse('/record')).toEqual({ page: 'record' });
    expect(parse('/tiles/')).toEqual({ page: 'tiles' });
    expect(parse('/rules')).toEqual({ page: 'rules' });
  });

  it('says so where there is none', () => {
    expect(parse('/g')).toEqual({ page: 'missing' });
    expect(parse('/new/x')).toEqual({ page: 'missing' });
  });
});
