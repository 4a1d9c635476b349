document.title = 'ready';
