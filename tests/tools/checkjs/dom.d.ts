// What an element is only the page knows: where one is looked up or made by a name, its own properties are not checked.

interface Document {
  getElementById(id: string): any;
  createElement(name: string): any;
}

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selectors: string): any;
}

interface Event {
  target: any;
  currentTarget: any;
}

// A service worker's own, which TypeScript keeps in a library that excludes the pages'.

interface Event {
  request: Request;
  waitUntil(done: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

interface Window {
  clients: any;
  skipWaiting(): Promise<void>;
}
