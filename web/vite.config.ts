import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = process.env.TONGIAKI_SERVER ?? 'http://127.0.0.1:8000';

/** Beside each text a smaller one, which the server sends to browsers that take it: a sixth less than by gzip. */
const brotli: Plugin = {
  name: 'brotli',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const [name, part] of Object.entries(bundle)) {
      if (!/\.(js|css|html|svg|json)$/.test(name)) continue;
      const text = part.type === 'chunk' ? part.code : part.source;
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text));
    }
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), brotli],
  resolve: {
    alias: {
      $lib: path('./src'),
      // The catalogue has one home, beside the engine that it defines.
      $tiles: path('../src/tongiaki/engine/tiles.json'),
    },
    // Svelte's server build would win in vitest otherwise.
    conditions: mode === 'test' ? ['browser'] : undefined,
  },
  build: {
    outDir: '../src/tongiaki/client',
    emptyOutDir: true,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/test-setup.ts'],
  },
}));
