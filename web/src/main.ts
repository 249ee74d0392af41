import { mount } from 'svelte';
import App from './App.svelte';
import { followLanguage } from './game/language.svelte';
import './tokens.css';

followLanguage();

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no #app');

export default mount(App, { target });
