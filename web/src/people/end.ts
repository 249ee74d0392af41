/** What is shown of ratings when a game is over: apart, so that it comes with rated games only. */
export { default as Rating } from './Rating.svelte';
export { Ratings } from './ratings.svelte';
