/** The records in a text: one on a line, or one JSON object over several lines. */
export function linesOfFile(text: string): string[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return [];
  const lines = trimmed.split(/\r?\n/).filter((line) => line.trim() !== '');
  // A record written over several lines starts with a line that is no JSON by itself.
  return isJson(lines[0] ?? '') ? lines : [trimmed];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
