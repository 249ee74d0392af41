// A bot in JavaScript by the engine protocol (docs/engine-protocol.md): it sails whenever it may, else it plays by chance.
// Let it play: tongiaki simulate --games 50 --bots "greedy,cmd:node examples/engine.mjs"
import { createInterface } from 'node:readline';

let seed = 1;
let legal = [];

const chance = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2147483647, 7);
const random = (below) => (seed = (seed * 48271) % 2147483647) % below; // the seed alone decides, so games can be repeated
const say = (...lines) => process.stdout.write(lines.join('\n') + '\n');

function choose() {
  const voyages = legal.filter((line) => line.startsWith('sail '));
  const among = voyages.length > 0 ? voyages : legal;
  return among[random(among.length)];
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word] = line.split(' ', 1);
  const rest = line.slice(word.length + 1);
  if (word === 'engine') say('id name Sailor', 'id author the Tongiaki contributors', 'engineok');
  else if (word === 'newgame') seed = chance(rest);
  else if (word === 'isready') say('readyok');
  else if (word === 'legal') legal = JSON.parse(rest);
  else if (word === 'go') say(`bestmove ${choose()}`);
  else if (word === 'quit') process.exit(0);
});
