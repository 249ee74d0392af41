import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const server = process.env.TONGIAKI_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
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
